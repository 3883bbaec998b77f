// The exercise: reads the answers, marks them as saizen.lesson.marking does, and says what to look at again.

const { nodes, hints, words, failSoft } = JSON.parse(document.getElementById("exercise").textContent);
const NUMBERS = ["value", "alpha", "beta"];
const BLANKS = new Set(["missing", "below"]); // no points, but nothing to be corrected there
const element = (id) => document.getElementById(id);
const fieldOf = (index, field) => element(`${field}-${index}`);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const toNumber = (data) => (data === "inf" ? Infinity : data === "-inf" ? -Infinity : data);

// ---- what was answered ----

function readNumber(text) { // null is a blank, NaN no number
  const plain = text.normalize("NFKC").replaceAll("−", "-").replaceAll(" ", "").toLowerCase();
  if (plain === "") return null;
  const infinite = /^([+-]?)(∞|inf|infinity|oo)$/.exec(plain);
  if (infinite) return infinite[1] === "-" ? -Infinity : Infinity;
  return /^[+-]?[0-9]{1,15}(\.[0-9]{1,15})?$/.test(plain) ? Number(plain) : NaN;
}

function numberText(number) {
  if (!Number.isFinite(number)) return number > 0 ? "+∞" : "−∞";
  return String(number).replace("-", "−");
}

function readAnswer(node, index) {
  const answer = { pruned: index > 0 && fieldOf(index, "pruned").getAttribute("aria-pressed") === "true" };
  for (const field of NUMBERS) answer[field] = node.leaf === null ? readNumber(fieldOf(index, field).value) : null;
  return answer;
}

// ---- what is wrong with it: null where nothing is ----

function mistakeOf(answers, index, field) {
  const node = nodes[index];
  const answer = answers[index];
  if (field === "pruned") return cutMistake(answers, node, answer);
  const number = answer[field];
  if (number === null) return answer.pruned || isBelowCut(answers, node) ? "below" : "missing";
  if (Number.isNaN(number)) return "unreadable";
  if (number === toNumber(node.right[field])) return null;
  if (field !== "value") {
    const pair = node.pairs.find(([a, b]) => toNumber(a) === answer.alpha && toNumber(b) === answer.beta);
    if (pair) return pair[2];
  }
  const trap = node.traps[field].find(([wrong]) => toNumber(wrong) === number);
  if (trap) return trap[1];
  return field === "value" && number === valueFromBelow(answers, node) ? "carried" : "other";
}

function cutMistake(answers, node, answer) {
  if (answer.pruned) return node.struck ? null : "too early";
  if (isBelowCut(answers, node)) return "below";
  if (node.struck) return "missed";
  const above = answers[node.parent].value;
  return above === null || Number.isNaN(above) ? "missing" : null;
}

function isBelowCut(answers, node) {
  for (let index = node.parent; index >= 0; index = nodes[index].parent) if (answers[index].pruned) return true;
  return false;
}

function valueFromBelow(answers, node) {
  const below = node.children.filter((child) => !answers[child].pruned)
    .map((child) => (nodes[child].leaf === null ? answers[child].value : nodes[child].leaf));
  if (below.length === 0 || below.includes(null)) return null;
  const best = node.isMax ? Math.max(...below) : Math.min(...below);
  return failSoft ? best : Math.min(Math.max(best, toNumber(node.right.alpha)), toNumber(node.right.beta));
}

// ---- marks ----

function check() {
  hideAnswers();
  clearMarks();
  const answers = nodes.map(readAnswer);
  let points = 0;
  let possible = 0;
  nodes.forEach((node, index) => {
    const mistakes = node.asked.map((field) => [field, mistakeOf(answers, index, field)]);
    for (const [field, mistake] of mistakes) mark(index, field, mistake);
    possible += mistakes.length;
    points += mistakes.filter(([, mistake]) => mistake === null).length;
    tell(node, index, mistakes.filter(([, mistake]) => mistake !== null));
  });
  element("score").textContent = fill(points === possible ? words.all_right : words.points, { points, possible });
  element("review").hidden = element("mistakes").childElementCount === 0;
}

function mark(index, field, mistake) {
  const control = fieldOf(index, field);
  const box = control.closest(".field");
  box.dataset.mistake = mistake ?? "";
  if (BLANKS.has(mistake) && field === "pruned") return; // an edge left alone looks as if nothing were asked
  box.dataset.mark = mistake === null ? "✓" : BLANKS.has(mistake) ? "?" : "✗";
  if (field !== "pruned") control.setAttribute("aria-invalid", String(mistake !== null && !BLANKS.has(mistake)));
}

function hintOf(node, field, mistake) {
  return mistake === "unreadable" ? words.unreadable : hints[node.hints[field][mistake]];
}

function tell(node, index, mistakes) {
  const told = mistakes.filter(([, mistake]) => !BLANKS.has(mistake))
    .map(([field, mistake]) => [field, hintOf(node, field, mistake)]);
  const texts = [...new Set(told.map(([, text]) => text))]; // a window may be wrong in one way
  if (texts.length === 0) return;
  const lines = texts.map((text) => {
    const names = told.filter(([, other]) => other === text).map(([field]) => words[field]);
    return `${names.join(", ")}: ${text}`;
  });
  element(`hint-${index}`).textContent = lines.join(" ");
  const line = document.createElement("li");
  const go = document.createElement("button");
  go.type = "button";
  go.textContent = node.label;
  go.addEventListener("click", () => fieldOf(index, told[0][0]).focus());
  line.append(go, " ", lines.join(" "));
  element("mistakes").append(line);
}

function clearMarks() {
  for (const box of document.querySelectorAll(".field[data-mistake]")) clearMark(box);
  for (const hint of document.querySelectorAll(".hint")) hint.textContent = "";
  element("mistakes").replaceChildren();
  element("review").hidden = true;
  element("score").textContent = "";
}

function clearMark(box) {
  delete box.dataset.mark;
  delete box.dataset.mistake;
  box.querySelector("input")?.removeAttribute("aria-invalid");
}

// ---- cuts ----

function setCut(index, pruned) {
  fieldOf(index, "pruned").setAttribute("aria-pressed", String(pruned));
}

function drawCuts() {
  const off = [];
  nodes.forEach((node, index) => {
    const own = index > 0 && fieldOf(index, "pruned").getAttribute("aria-pressed") === "true";
    off[index] = own || (index > 0 && off[node.parent]);
    element(`item-${index}`).classList.toggle("off", off[index]);
    element(`house-${index}`)?.classList.toggle("off", off[index]);
    element(`edge-${index}`)?.classList.toggle("off", off[index]);
    element(`edge-${index}`)?.classList.toggle("struck", own);
  });
}

// ---- the right answers, and back to one's own ----

let own = null; // the answers given, while the right ones are shown

function showAnswers() {
  clearMarks();
  own = nodes.map((node, index) => {
    const texts = node.leaf === null ? NUMBERS.map((field) => fieldOf(index, field).value) : [];
    return [readAnswer(node, index).pruned, texts];
  });
  nodes.forEach((node, index) => {
    const texts = NUMBERS.map((field) => (field in node.right ? numberText(toNumber(node.right[field])) : ""));
    put(node, index, node.struck, texts, true);
  });
  element("show").setAttribute("aria-pressed", "true");
  drawCuts();
}

function hideAnswers() {
  if (own === null) return;
  nodes.forEach((node, index) => put(node, index, ...own[index], false));
  own = null;
  element("show").setAttribute("aria-pressed", "false");
  drawCuts();
}

function put(node, index, pruned, texts, locked) {
  if (index > 0) setCut(index, pruned);
  if (node.leaf !== null) return;
  NUMBERS.forEach((field, place) => {
    fieldOf(index, field).value = texts[place];
    fieldOf(index, field).readOnly = locked;
  });
}

// ---- controls ----

let last = null; // the field last used

element("form").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
element("show").addEventListener("click", () => (own === null ? showAnswers() : hideAnswers()));
nodes.forEach((node, index) => {
  if (index > 0) {
    fieldOf(index, "pruned").addEventListener("click", (event) => {
      if (own !== null) return;
      setCut(index, event.currentTarget.getAttribute("aria-pressed") !== "true");
      clearMark(event.currentTarget.closest(".field"));
      drawCuts();
    });
  }
});
for (const input of document.querySelectorAll(".node input")) {
  input.addEventListener("focus", () => { last = input; });
  input.addEventListener("input", () => clearMark(input.closest(".field")));
}
for (const button of document.querySelectorAll(".insert")) {
  button.addEventListener("click", () => {
    if (last === null || last.readOnly) return;
    last.value = button.dataset.text;
    clearMark(last.closest(".field"));
    last.focus();
  });
}
drawCuts(); // some browsers keep what was typed before the page was loaded again
