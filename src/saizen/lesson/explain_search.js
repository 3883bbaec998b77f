// A recorded search at any step: folds its events as saizen.lesson.replay does.

const data = JSON.parse(document.getElementById("trace").textContent);
const { words, nodes, events, sentences } = data;
const { parents } = nodes;
const COUNT = parents.length;
const STEPS = sentences.length;
const UNSEEN = 0, OPEN = 1, DONE = 2;

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, key) => values[key]);
const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

// ---- the tree ----

const children = parents.map(() => []);
parents.forEach((parent, node) => parent >= 0 && children[parent].push(node));
const depths = new Int32Array(COUNT);
parents.forEach((parent, node) => { depths[node] = parent < 0 ? 0 : depths[parent] + 1; });
const DEEPEST = depths.reduce((one, other) => Math.max(one, other), 0);
const truncated = new Set(nodes.truncated);
const lastLeft = new Int32Array(COUNT).fill(-1); // the step after which a node was left for good
events.nodes.forEach((node, place) => { if (events.kinds[place] === "v") lastLeft[node] = place + 1; });

function label(node) {
  if (!node) return nodes.labels[0] || words.root;
  const own = nodes.labels[node];
  const above = parents[node];
  return nodes.numbered[node] === "1" && above ? `${label(above)}.${own}` : own;
}

// ---- the search at a step: the same folding as in saizen.lesson.replay ----

const column = (empty) => new Int32Array(COUNT).fill(empty);

function startFrame() {
  return {
    step: 0, current: 0, entered: 0, leaves: 0, cuts: 0, skipped: 0,
    status: column(UNSEEN), alpha: column(-1), beta: column(-1), value: column(-1), best: column(-1),
    entryAlpha: column(-1), entryBeta: column(-1), bound: new Array(COUNT).fill(""),
    isSkipped: column(0), isLeaf: column(0),
  };
}

function applyEvent(frame) {
  const place = frame.step++;
  const kind = events.kinds[place];
  const node = frame.current = events.nodes[place];
  if (kind === "t" || kind === "a") return;
  const found = frame.value[node] >= 0;
  frame.alpha[node] = events.alphas[place];
  frame.beta[node] = events.betas[place];
  frame.value[node] = events.values[place];
  if (kind === "e") enterNode(frame, node);
  else if (kind === "l") { frame.isLeaf[node] = 1; frame.leaves++; }
  else if (kind === "b" || kind === "r" || kind === "w") frame.best[node] = events.children[place];
  else if (kind === "c") cutMoves(frame, events.skipped[place] || []);
  else if (kind === "v") { frame.status[node] = DONE; frame.bound[node] = boundOf(frame, node, found); }
}

function enterNode(frame, node) {
  frame.status[node] = OPEN;
  frame.entryAlpha[node] = frame.alpha[node];
  frame.entryBeta[node] = frame.beta[node];
  frame.bound[node] = "";
  frame.best[node] = -1;
  frame.isSkipped[node] = frame.isLeaf[node] = 0;
  frame.entered++;
}

function cutMoves(frame, skipped) {
  frame.cuts += skipped.length ? 1 : 0;
  frame.skipped += skipped.length;
  for (const child of skipped) frame.isSkipped[child] = 1;
}

function boundOf(frame, node, found) {
  const value = frame.value[node];
  if (value < 0 || frame.isLeaf[node]) return "";
  if (frame.entryAlpha[node] === frame.entryBeta[node] && !found) return "?";
  if (value <= frame.entryAlpha[node]) return "≤";
  return value >= frame.entryBeta[node] ? "≥" : "";
}

let frame = startFrame();

function foldTo(step) {
  if (step < frame.step) frame = startFrame();
  while (frame.step < step) applyEvent(frame);
}

// ---- words about a node ----

const sideOf = (node) => nodes.over[node] === "1" ? "over" : nodes.max[node] === "1" ? "max" : "min";
const statusOf = (node) => frame.isSkipped[node] ? "skipped" : ["unseen", "open", "done"][frame.status[node]];
const leavesText = (count) => count === 1 ? words.one_leaf : fill(words.many_leaves, { count });
const whereaboutsText = (node) => node === frame.current ? words.here : words.below;

// What was found, or what stands at a leaf that the search has not come to.
function valueText(node) {
  const value = frame.value[node];
  return value < 0 ? nodes.written[node] : frame.bound[node] + data.values[value];
}

function windowText(node, text) {
  if (!data.windows || frame.alpha[node] < 0) return "";
  return fill(text, { alpha: data.values[frame.alpha[node]], beta: data.values[frame.beta[node]] });
}

function describe(node, whereabouts) {
  const side = nodes.max[node] === "1" ? "MAX" : "MIN";
  const value = valueText(node);
  const running = frame.status[node] === OPEN ? words.value_so_far : words.value;
  const told = [
    words[statusOf(node)],
    value && fill(running, { value }),
    windowText(node, words.window),
    frame.best[node] >= 0 && fill(words.best, { move: label(frame.best[node]) }),
    nodes.boards && fill(words.board, { rows: nodes.boards[node] }),
    truncated.has(node) && words.truncated,
    whereabouts,
  ];
  return `${side} ${label(node)}: ${told.filter(Boolean).join(words.comma)}`;
}
