// The page: its controls, its keys, and the list beside the picture. Never moves by itself.

const MOST_ITEMS = 200; // of the list, added at a time
const element = (id) => document.getElementById(id);
const codeLines = [...element("code").children];

// ---- steps ----

function go(wanted) {
  foldTo(clamp(wanted, 0, STEPS));
  if (view === "path") relayOut();
  const here = nearestShown(frame.current);
  if (!layer.contains(document.activeElement)) reader = here;
  reveal(here);
  draw();
  showWords();
  updateList();
}

function showWords() {
  element("sentence").textContent = frame.step ? sentences[frame.step - 1] : words.ready;
  element("counter").textContent = `${frame.step} / ${STEPS}`;
  element("slider").value = frame.step;
  element("slider").setAttribute("aria-valuetext", `${frame.step} / ${STEPS}`);
  for (const name of ["entered", "leaves", "cuts", "skipped"]) element(name).textContent = frame[name];
  const now = frame.step ? events.lines[frame.step - 1] : -1;
  codeLines.forEach((line, place) => {
    if (place === now) line.setAttribute("aria-current", "step"); else line.removeAttribute("aria-current");
  });
}

function nextCut() {
  const place = events.kinds.indexOf("c", frame.step);
  go(place < 0 ? STEPS : place + 1);
}

function visit(node) {
  if (lastLeft[node] >= 0) go(lastLeft[node]);
  focusNode(nearestShown(node));
}

// ---- the list: children of an item are made when it is opened ----

const items = new Map(); // the element that holds the words of each node in the list

function makeItem(node) {
  const item = document.createElement("li");
  const text = document.createElement(children[node].length ? "button" : "span");
  item.append(text);
  items.set(node, text);
  if (children[node].length) {
    text.type = "button";
    text.setAttribute("aria-expanded", "false");
    text.addEventListener("click", () => toggleItem(node, item, text));
  }
  return item;
}

function toggleItem(node, item, text) {
  const isOpening = text.getAttribute("aria-expanded") === "false";
  text.setAttribute("aria-expanded", isOpening);
  if (isOpening) {
    const list = document.createElement("ul");
    item.append(list);
    growList(list, children[node], 0);
  } else {
    item.lastChild.remove();
    for (const [other, lost] of items) if (!lost.isConnected) items.delete(other);
  }
  updateList();
}

function growList(list, siblings, start) {
  list.append(...siblings.slice(start, start + MOST_ITEMS).map(makeItem));
  const left = siblings.length - start - MOST_ITEMS;
  if (left <= 0) return;
  const more = document.createElement("button");
  more.type = "button";
  more.textContent = fill(words.more, { count: left });
  const item = document.createElement("li");
  item.append(more);
  list.append(item);
  more.addEventListener("click", () => {
    item.remove();
    growList(list, siblings, start + MOST_ITEMS);
    updateList();
    items.get(siblings[start + MOST_ITEMS]).focus();
  });
}

function updateList() {
  if (!element("twin").open) return;
  let here = frame.current;
  while (!items.has(here)) here = parents[here];
  for (const [node, text] of items) {
    const told = describe(node, node === here && whereaboutsText(node));
    if (text.textContent !== told) text.textContent = told;
    if (node === here) text.setAttribute("aria-current", "true"); else text.removeAttribute("aria-current");
  }
}

// ---- hands ----

const KEYS = {
  ArrowRight: () => go(frame.step + 1), n: () => go(frame.step + 1),
  ArrowLeft: () => go(frame.step - 1), b: () => go(frame.step - 1),
  j: nextCut, c: nextCut,
  Home: () => go(0), End: () => go(STEPS),
  "+": () => setZoom(zoom * 1.25), "=": () => setZoom(zoom * 1.25), "-": () => setZoom(zoom / 1.25), 0: () => fit(),
  "?": () => element("keys").showModal(),
};
const TREE_KEYS = {
  ArrowUp: () => parents[reader], ArrowDown: () => shownChildren(reader)[0],
  "Shift+ArrowLeft": () => besideNode(reader, -1), "Shift+ArrowRight": () => besideNode(reader, 1),
};

function onKey(event) {
  const isTyping = event.target.matches("input, select") || element("keys").open;
  if (event.defaultPrevented || isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
  const act = KEYS[event.key];
  if (!act || (event.shiftKey && event.key.length > 1)) return;
  event.preventDefault();
  act();
}

function onTreeKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const isOnNode = event.target !== box;
  const move = TREE_KEYS[(event.shiftKey ? "Shift+" : "") + event.key];
  if (move) focusNode(isOnNode ? move() : reader);
  else if (isOnNode && event.key === "Enter") toggle(reader);
  else if (isOnNode && event.key === " ") visit(reader);
  else return;
  event.preventDefault();
}

function onClick(event) {
  const group = event.target.closest(".node");
  if (!group || isDragged) return;
  const node = Number(group.dataset.node);
  if (event.target.closest(".fold")) toggle(node); else visit(node);
}

let grip = null; // where a mouse took hold of the picture
let isDragged = false;

function onGrip(event) {
  isDragged = false;
  if (event.pointerType === "mouse" && event.button === 0) {
    grip = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  }
}

function onDrag(event) {
  if (!grip) return;
  const [across, down] = [event.clientX - grip.x, event.clientY - grip.y];
  if (!isDragged && Math.hypot(across, down) < 5) return;
  if (!isDragged) box.setPointerCapture(event.pointerId); // only now: it would take clicks away from the nodes
  isDragged = true;
  box.scrollLeft = grip.left - across;
  box.scrollTop = grip.top - down;
}

function listen() {
  const clicks = {
    first: () => go(0), back: () => go(frame.step - 1), next: () => go(frame.step + 1), last: () => go(STEPS),
    "next-cut": nextCut, "zoom-out": KEYS["-"], "zoom-in": KEYS["+"], fit: () => fit(), help: KEYS["?"],
  };
  for (const [name, act] of Object.entries(clicks)) element(name).addEventListener("click", act);
  element("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  element("view").addEventListener("change", (event) => show(Number(event.target.value) || event.target.value));
  element("twin").addEventListener("toggle", updateList);
  document.addEventListener("keydown", onKey);
  box.addEventListener("keydown", onTreeKey);
  box.addEventListener("click", onClick);
  layer.addEventListener("focusin", (event) => { reader = Number(event.target.dataset.node); });
  box.addEventListener("pointerdown", onGrip);
  box.addEventListener("pointermove", onDrag);
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => { grip = null; });
  box.addEventListener("scroll", draw);
  new ResizeObserver(draw).observe(box);
  window.matchMedia("print").addEventListener("change", (event) => setPrinting(event.matches));
}

function start() {
  const levels = Array.from({ length: Math.min(DEEPEST, 20) - 1 }, (_, place) => place + 1);
  const choices = { all: words.all, path: words.path };
  for (const [value, text] of Object.entries(choices)) element("view").append(new Option(text, value));
  for (const count of levels) element("view").append(new Option(fill(words.levels, { count }), count));
  element("view").value = view;
  element("slider").max = STEPS;
  element("list").append(makeItem(0));
  layOut();
  fit(0.8); // smaller could not be read
  listen();
  go(0);
}

start();
