// The tree as a picture: only the part in the box is drawn.

const WIDEST = 30; // nodes side by side of a tree that is shown whole at first
const MOST_PRINTED = 600; // nodes; of more, only the part in the box is printed
const LEAST_ZOOM = 0.3, MOST_ZOOM = 2.5;
const box = document.getElementById("box");

// ---- which nodes are shown, and where they stand ----

let view = nodes.places.some((place) => place >= WIDEST) ? "path" : "all";
const byHand = new Map(); // nodes that the reader has opened or closed
let path = new Set();
let places = nodes.places;
let rows = []; // the shown nodes by their depth, from left to right
let reader = 0; // the node that has the keyboard's focus, or would have it

function isOpen(node) {
  const wish = byHand.get(node);
  if (wish !== undefined) return wish;
  return view === "all" || (view === "path" ? path.has(node) : depths[node] < view);
}

const shownChildren = (node) => isOpen(node) ? children[node] : [];

function nearestShown(node) {
  let shown = node;
  for (let above = parents[node]; above >= 0; above = parents[above]) if (!isOpen(above)) shown = above;
  return shown;
}

function layOut() {
  path = new Set();
  for (let node = frame.current; node >= 0; node = parents[node]) path.add(node);
  rows = [[0]];
  for (let row = rows[0]; row.length; row = rows[rows.length - 1]) rows.push(row.flatMap(shownChildren));
  rows.pop();
  places = view === "all" && !byHand.size ? nodes.places : tidyPlaces(rows.flat());
}

// The rule of saizen.drawing.tidy, for the shown nodes alone: contours are lists from the top row down.
function tidyPlaces(order) {
  const offsets = new Float64Array(COUNT), found = new Float64Array(COUNT), contours = new Map();
  for (let place = order.length - 1; place >= 0; place--) {
    contours.set(order[place], joined(shownChildren(order[place]), contours, offsets));
  }
  let leftmost = 0;
  for (const node of order.slice(1)) {
    found[node] = found[parents[node]] + offsets[node];
    leftmost = Math.min(leftmost, found[node]);
  }
  return found.map((place) => place - leftmost);
}

function joined(siblings, contours, offsets) {
  const left = [], right = [];
  for (const child of siblings) {
    const own = contours.get(child);
    let distance = 0;
    const shared = Math.min(right.length, own.left.length);
    for (let row = 0; row < shared; row++) distance = Math.max(distance, right[row] - own.left[row] + 1);
    for (let row = left.length; row < own.left.length; row++) left.push(own.left[row] + distance);
    own.right.forEach((end, row) => { right[row] = end + distance; });
    offsets[child] = distance;
    contours.delete(child);
  }
  const middle = siblings.length ? offsets[siblings[siblings.length - 1]] / 2 : 0;
  for (const child of siblings) offsets[child] -= middle;
  return { left: [0, ...left.map((end) => end - middle)], right: [0, ...right.map((end) => end - middle)] };
}

// ---- the picture; lengths are pixels at zoom 1 ----

const BOARD = nodes.boards ? 60 : 0;
const WIDTH = 74, POINT = 9, HEIGHT = 58 + POINT + BOARD, ACROSS = WIDTH + 14, DOWN = HEIGHT + 56, EDGE = 24;
let zoom = 1;
const drawn = new Map(); // the elements of the nodes in the box
const centre = (node) => EDGE + WIDTH / 2 + places[node] * ACROSS;
const top = (node) => EDGE + depths[node] * DOWN;

function shape(name, attributes, ...inside) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

const edges = Object.fromEntries(["unseen", "seen", "skipped", "chosen", "cut"].map(
  (kind) => [kind, shape("path", { class: `edge ${kind}` })]));
const layer = shape("g", {});
const picture = shape("svg", {}, shape("g", { "aria-hidden": "true" }, ...Object.values(edges)), layer);
box.append(picture);

function size() {
  const widest = rows.reduce((most, row) => Math.max(most, places[row[row.length - 1]]), 0);
  const deepest = view === "path" ? DEEPEST : rows.length - 1; // the box must not grow and shrink at every step
  return { width: 2 * EDGE + WIDTH + widest * ACROSS, height: 2 * EDGE + HEIGHT + deepest * DOWN };
}

const margin = () => Math.max(0, (box.clientWidth - size().width * zoom) / 2); // beside a narrow tree

function resize() {
  const { width, height } = size();
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  picture.setAttribute("width", width * zoom);
  picture.setAttribute("height", height * zoom);
}

// What is drawn: the part in the box and half as much on each side, so that scrolling shows no gaps.
function visiblePart() {
  if (isWholePrinted()) return { left: 0, right: Infinity, above: 0, below: Infinity };
  const [wide, high] = [box.clientWidth / zoom, box.clientHeight / zoom];
  const [left, above] = [(box.scrollLeft - margin()) / zoom, box.scrollTop / zoom];
  return { left: left - wide / 2, right: left + 1.5 * wide, above: above - high / 2, below: above + 1.5 * high };
}

function firstPlace(length, isPast) {
  let low = 0, high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isPast(middle)) high = middle; else low = middle + 1;
  }
  return low;
}

function between(row, ends, part) {
  const first = firstPlace(row.length, (place) => Math.max(...ends(row[place])) >= part.left);
  return row.slice(first, firstPlace(row.length, (place) => Math.min(...ends(row[place])) > part.right));
}

function draw() {
  const part = visiblePart();
  const wanted = [], below = [];
  rows.forEach((row, depth) => {
    const height = EDGE + depth * DOWN;
    if (height - DOWN > part.below || height + HEIGHT < part.above) return;
    if (depth) below.push(...between(row, (node) => [centre(node), centre(parents[node])], part));
    wanted.push(...between(row, (node) => [centre(node) - WIDTH / 2, centre(node) + WIDTH / 2], part));
  });
  drawEdges(below);
  drawNodes(withFocused(wanted));
}

// A node that has the focus stays, wherever the reader scrolls to.
function withFocused(wanted) {
  const isLost = layer.contains(document.activeElement) && nearestShown(reader) === reader && !wanted.includes(reader);
  if (!isLost) return wanted;
  return [...wanted, reader].sort((one, other) => depths[one] - depths[other] || places[one] - places[other]);
}

function drawEdges(below) {
  const lines = { unseen: [], seen: [], skipped: [], chosen: [], cut: [] };
  for (const node of below) {
    const [x, y] = [centre(node), top(node)];
    const [startX, startY] = [centre(parents[node]), top(parents[node]) + HEIGHT];
    const kind = frame.isSkipped[node] ? "skipped" : frame.best[parents[node]] === node ? "chosen"
      : frame.status[node] ? "seen" : "unseen";
    lines[kind].push(`M${startX} ${startY}C${startX} ${startY + 34} ${x} ${y - 38} ${x} ${y}`);
    if (kind === "skipped") lines.cut.push(`M${x - 8} ${y - 9}l16 -6m0 5l-16 6`);
  }
  for (const [kind, parts] of Object.entries(lines)) edges[kind].setAttribute("d", parts.join(""));
}

function drawNodes(wanted) {
  const kept = new Set(wanted);
  const here = nearestShown(frame.current);
  for (const [node, group] of drawn) {
    if (kept.has(node)) continue;
    if (group === document.activeElement) box.focus({ preventScroll: true });
    group.remove();
    drawn.delete(node);
  }
  let next = layer.firstChild; // what is kept is in order already, and stays where it is
  for (const node of wanted) {
    if (!drawn.has(node)) drawn.set(node, makeNode(node));
    const group = drawn.get(node);
    if (group === next) next = next.nextSibling; else layer.insertBefore(group, next);
    updateNode(node, group, node === here);
  }
}

function outline(node) {
  const low = HEIGHT - POINT, middle = WIDTH / 2;
  return {
    over: `M4 0H${WIDTH - 4}V${HEIGHT}H4Z`,
    max: `M0 ${POINT}L${middle} 0L${WIDTH} ${POINT}V${HEIGHT}H0Z`,
    min: `M0 0H${WIDTH}V${low}L${middle} ${HEIGHT}L0 ${low}Z`,
  }[sideOf(node)];
}

function makeNode(node) {
  const side = sideOf(node);
  const start = { over: 6, max: POINT + 2, min: 5 }[side];
  const line = (name, y) => shape("text", { class: name, x: WIDTH / 2, y });
  const group = shape("g", { role: "button", "data-node": node },
    shape("title", {}), shape("path", { class: "shape", d: outline(node) }),
    line("label", start + 11), line("value", start + 31 + BOARD), line("window", start + 46 + BOARD),
    shape("text", { class: "leaves", x: WIDTH / 2 + 11, y: -8 }));
  if (nodes.boards && nodes.boards[node]) group.append(boardPicture(nodes.boards[node].split("/"), start + 15));
  if (truncated.has(node)) {
    group.append(shape("text", { class: "truncated", x: WIDTH / 2, y: HEIGHT + 25 }, `⋯ ${words.truncated_mark}`));
  }
  if (children[node].length) group.append(foldHandle());
  const mark = { over: "", max: "▲ ", min: "▼ " }[side];
  group.querySelector(".label").textContent = clip(mark + label(node), 12);
  return group;
}

const foldHandle = () => shape("g", { class: "fold" },
  shape("circle", { cx: WIDTH / 2, cy: HEIGHT + 6, r: 7 }), shape("text", { x: WIDTH / 2, y: HEIGHT + 10 }));

// Keeps the end of a long label: siblings differ there. Wide characters count twice.
function clip(text, columns) {
  const characters = [...text];
  const wide = (some) => some.reduce((sum, one) => sum + (one > "\u1100" && one !== "…" ? 2 : 1), 0);
  if (wide(characters) <= columns) return text;
  while (wide(characters) > columns - 1) characters.splice(2, 1);
  return `${characters.slice(0, 2).join("")}…${characters.slice(2).join("")}`;
}

function boardPicture(cells, y) {
  const high = cells.length, wide = Math.max(...cells.map((row) => row.length));
  const cell = 54 / Math.max(high, wide);
  const parts = { X: "", O: "" };
  const signs = []; // of games that use others
  cells.forEach((row, down) => [...row].forEach((sign, across) => {
    const [x, y] = [(across + 0.5) * cell, (down + 0.5) * cell];
    if (sign in parts) parts[sign] += disc(x, y, cell * 0.4);
    else if (!"-. ".includes(sign)) signs.push(shape("text", { x, y: y + cell * 0.3, "font-size": cell * 0.9 }, sign));
  }));
  return shape("g", { class: "board", transform: `translate(${(WIDTH - wide * cell) / 2} ${y})` },
    shape("path", { class: "grid", d: gridPath(wide, high, cell) }),
    shape("path", { class: "full", d: parts.X }), shape("path", { class: "empty", d: parts.O }), ...signs);
}

function gridPath(wide, high, cell) {
  let lines = `M0 0h${wide * cell}v${high * cell}H0Z`;
  for (let row = 1; row < high; row++) lines += `M0 ${row * cell}h${wide * cell}`;
  for (let across = 1; across < wide; across++) lines += `M${across * cell} 0v${high * cell}`;
  return lines;
}

function disc(x, y, radius) {
  const half = `a${radius} ${radius} 0 1 0`;
  return `M${x - radius} ${y}${half} ${2 * radius} 0${half} ${-2 * radius} 0`;
}

function updateNode(node, group, isHere) {
  const told = describe(node, isHere && whereaboutsText(node));
  group.setAttribute("transform", `translate(${centre(node) - WIDTH / 2} ${top(node)})`);
  group.setAttribute("tabindex", node === reader ? 0 : -1);
  const state = `${told}${isOpen(node)}`;
  if (group.state === state) return;
  group.state = state;
  group.setAttribute("class", `node ${sideOf(node)} ${statusOf(node)}${isHere ? " here" : ""}`);
  group.setAttribute("aria-label", told);
  if (children[node].length) group.setAttribute("aria-expanded", isOpen(node));
  const write = (name, text) => { group.querySelector(name).textContent = text; };
  write("title", told);
  write(".value", valueText(node));
  write(".window", windowText(node, "({alpha}, {beta})"));
  write(".leaves", frame.isSkipped[node] && nodes.leaves ? leavesText(nodes.leaves[node]) : "");
  if (children[node].length) write(".fold text", isOpen(node) ? "−" : "+");
}

// ---- moving over the picture ----

function refresh() {
  resize();
  draw();
}

function relayOut() {
  layOut();
  reader = nearestShown(reader);
  refresh();
}

// Scrolls only when a node is outside of the box or near its edge, and then to the middle, at once.
function reveal(node) {
  const isInside = (place, margin, start, length) => place - margin >= start && place + margin <= start + length;
  const [x, y] = [margin() + centre(node) * zoom, (top(node) + HEIGHT / 2) * zoom];
  const [wide, high] = [box.clientWidth, box.clientHeight];
  if (!isInside(x, WIDTH * zoom, box.scrollLeft, wide)) box.scrollLeft = x - wide / 2;
  if (!isInside(y, 0.75 * HEIGHT * zoom, box.scrollTop, high)) box.scrollTop = y - high / 2;
}

function setZoom(wanted, least = LEAST_ZOOM) {
  zoom = clamp(wanted, least, MOST_ZOOM);
  resize();
  reveal(nearestShown(frame.current));
  draw();
}

function fit(least) {
  const { width, height } = size();
  setZoom(Math.min(1, box.clientWidth / width, (window.innerHeight * 0.62) / height), least);
}

function toggle(node) {
  if (!children[node].length) return;
  byHand.set(node, !isOpen(node));
  relayOut();
}

function show(wanted) {
  view = wanted;
  byHand.clear();
  relayOut();
  reveal(nearestShown(frame.current));
  draw();
}

function focusNode(node) {
  if (node === undefined || node < 0) return;
  reader = node;
  reveal(node);
  draw();
  drawn.get(node)?.focus({ preventScroll: true });
}

function besideNode(node, step) {
  const row = rows[depths[node]];
  return row[row.indexOf(node) + step];
}

// ---- paper: the whole tree if it is not too big ----

let printing = false;
const isWholePrinted = () => printing && rows.reduce((sum, row) => sum + row.length, 0) <= MOST_PRINTED;

function setPrinting(wanted) {
  printing = wanted;
  refresh();
  if (!printing || isWholePrinted()) return;
  const [x, y] = [(box.scrollLeft - margin()) / zoom, box.scrollTop / zoom];
  picture.setAttribute("viewBox", `${x} ${y} ${box.clientWidth / zoom} ${box.clientHeight / zoom}`);
}
