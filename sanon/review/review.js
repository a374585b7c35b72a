"use strict";
// Everything from outside becomes text, never markup: there is no innerHTML here.
const $ = id => document.getElementById(id);
const state = { documents: [], shown: [], at: -1, document: null, entities: new Map(), mark: -1, chosen: null, words: "", opening: 0, accepting: null, missed: null, types: {} };

function make(tag, text, className) {
  const one = document.createElement(tag);
  if (text !== undefined) one.textContent = text;
  if (className) one.className = className;
  return one;
}
const risk = number => number >= 0.995 && number < 1 ? "0.99+" : number.toFixed(2);
const people = number => number >= 10 ? Math.round(number).toLocaleString("en") : number >= 0.01 ? String(Number(number.toPrecision(2))) : "0";
const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

async function ask(path, decision) {
  const how = decision ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(decision) } : {};
  let answer;
  try { answer = await fetch(path, how); } catch { throw new Error("sanon review is not running any more"); }
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.error);
  return said;
}
const isOver = one => one.residual_risk > one.limit + 1e-9 || one.too_few;
const tell = text => { $("state").textContent = text; };
const trying = doing => async (...given) => { try { await doing(...given); } catch (error) { tell(error.message); } };

function listDocuments() {
  $("documents").replaceChildren(...state.shown.map((one, place) => {
    const line = make("li"), button = make("button");
    button.type = "button";
    button.append(make("span", one.source_id, "name"), make("span", risk(one.residual_risk), "number"));
    button.title = `risk ${risk(one.risk)} before any mask, ${risk(one.residual_risk)} now, at most ${risk(one.limit)}; ${one.masks} masked` +
      (one.too_few ? "; too few people fit it" : "");
    if (isOver(one)) line.className = "over";
    button.addEventListener("click", () => open(place));
    line.append(button);
    return line;
  }));
}

const open = trying(async place => {
  if (!state.shown.length) return;
  state.at = (place + state.shown.length) % state.shown.length;
  const number = ++state.opening;
  const one = await ask(address(state.shown[state.at].source_id, 1));
  if (number !== state.opening) return;
  show(one);
});
const address = (source_id, part) => `api/document?id=${encodeURIComponent(source_id)}&part=${part}`;
function show(one) {
  draw(one);
  $("entity").replaceChildren(make("p", "Click a marked value, or press j. Select a text that was missed.", "soft"));
  window.scrollTo(0, 0);
}

// Another part of a document that is too long for one answer, and a mark in it: 0 the first, -1 the last.
const turn = trying(async (by, mark) => {
  const { source_id, part, parts } = state.document, number = ++state.opening;
  if (part + by < 1 || part + by > parts) return;
  const one = await ask(address(source_id, part + by));
  if (number !== state.opening) return;
  show(one);
  if (mark !== undefined) marks().at(mark)?.focus();
});

function draw(one) {
  state.document = one;
  state.mark = -1;
  state.chosen = state.missed = null;
  state.entities = new Map(one.entities.map(entity => [entity.id, entity]));
  [...$("documents").querySelectorAll("button")].forEach((button, number) => button.setAttribute("aria-current", number === state.at));
  $("documents").children[state.at]?.scrollIntoView({ block: "nearest" });
  $("title").textContent = one.source_id;
  $("risk").textContent = `risk ${risk(one.risk)} before any mask, ${risk(one.residual_risk)} now, at most ${risk(one.limit)}`;
  drawPeople(one.people);
  $("parts").hidden = one.parts === 1;
  $("part").textContent = `part ${one.part} of ${one.parts}`;
  $("earlier").disabled = one.part === 1;
  $("later").disabled = one.part === one.parts;
  $("texts").replaceChildren(...one.fields.map(drawText));
  $("chains").replaceChildren(...one.chains.map(drawChain));
  if (!one.chains.length) $("chains").append(make("li", "none", "soft"));
}

// How many people fit the open document, as it is decided here; and what each value costs of the digits it may tell.
function drawPeople(fit) {
  state.people = fit;
  $("people").hidden = !fit;
  if (!fit) return;
  const few = fit.then < fit.at_least;
  $("people-fit").replaceChildren(`people who fit it: ${people(fit.before)} before any mask, ${people(fit.now)} now, `,
    make("span", `${people(fit.then)} with what is decided here`, few ? "worse" : fit.then > fit.now ? "better" : ""),
    `; at least ${people(fit.at_least)} of ${people(fit.population)} must. It tells ${fit.digits.toFixed(1)} of ${fit.budget.toFixed(1)} digits`);
  const costs = Object.entries(fit.values).filter(([id, told]) => told.now >= 0.05 && state.entities.has(id));
  $("costs").replaceChildren(...costs.map(([id, told]) => {
    const { value } = state.entities.get(id);
    const line = make("li"), one = make("button", `${value} ${told.now.toFixed(1)}`);
    one.type = "button";
    one.style.setProperty("--share", `${Math.min(100 * told.now / fit.budget, 100)}%`);
    one.addEventListener("click", () => choose(marks().find(mark => mark.dataset.entity === id) ?? { dataset: { entity: id }, scrollIntoView() {} }));
    line.append(one);
    return line;
  }));
}
const share = digits => `${digits.toFixed(1)} digits: 1 in ${people(10 ** digits)} people`;

function drawText(text) {
  const box = make("div", undefined, "text");
  if (text.name !== "content") box.append(make("h4", text.name));
  for (const [side, pieces] of [["original", text.original], ["protected", text.protected]]) {
    const shown = make("div", undefined, "side");
    shown.dataset.side = side;
    for (const piece of pieces) {
      const entity = state.entities.get(piece.entity);
      if (!entity) { shown.append(piece.text); continue; }
      const mark = make("mark", piece.text);
      mark.dataset.entity = entity.id;
      mark.tabIndex = 0;
      mark.addEventListener("click", () => choose(mark));
      mark.addEventListener("focus", () => choose(mark));
      shown.append(mark);
      dress(mark, entity);
    }
    box.append(shown);
  }
  return box;
}

function dress(mark, entity) {
  mark.className = entity.missed ? "missed" : entity.masked ? "masked" : "readable";
  mark.classList.toggle("decided", entity.decided !== null);
  mark.title = `${entity.type}, ${entity.masked ? entity.stage : "readable"}: ${entity.reason}; adds ${risk(entity.contribution)} here`;
}

function drawChain(chain) {
  const line = make("li"), over = chain.residual_risk > chain.limit + 1e-9;
  const button = make("button", "Accept …");
  button.type = "button";
  button.addEventListener("click", () => accepting(chain.documents));
  line.append(make("span", chain.documents.join(" – ")),
    make("span", `${risk(chain.risk)} before, ${risk(chain.residual_risk)} now, at most ${risk(chain.limit)}`, over ? "worse" : "soft"), button);
  return line;
}

const marks = () => [...document.querySelectorAll(".side[data-side=original] mark")];
function choose(mark) {
  const entity = state.entities.get(mark.dataset.entity);
  document.querySelectorAll("mark.chosen").forEach(one => one.classList.remove("chosen"));
  document.querySelectorAll("mark").forEach(one => one.classList.toggle("chosen", one.dataset.entity === entity.id));
  const place = marks().indexOf(mark);
  if (place >= 0) state.mark = place;
  state.chosen = entity.id;
  state.missed = null;
  drawEntity(entity);
  mark.scrollIntoView({ block: "nearest" });
}
function step(by) {
  const all = marks(), end = by > 0 ? all.length - 1 : 0, { part, parts } = state.document;
  const onward = !all.length || state.mark === end || (by < 0 && state.mark < 0);
  if (onward && part + by >= 1 && part + by <= parts) return turn(by, by > 0 ? 0 : -1);
  if (!all.length) return;
  const from = state.mark < 0 && by < 0 ? 0 : state.mark;
  state.mark = (from + by + all.length) % all.length;
  all[state.mark].focus({ preventScroll: true });
  all[state.mark].scrollIntoView({ block: "center" });
}

function drawEntity(entity) {
  const box = $("entity"), list = make("dl");
  const say = (term, text) => { if (text !== null && text !== "") list.append(make("dt", term), make("dd", text)); };
  const head = make("p");
  head.append(make("span", entity.masked ? "masked" : "readable", "tag " + (entity.masked ? "masked" : "readable")));
  if (entity.decided) head.append(" ", make("span", entity.decided === "mask" ? "decided: always mask" : "decided: keep", "tag decided"));
  say("type", entity.type);
  say("stage", entity.stage);
  say("why", entity.reason);
  say("in its place", entity.replacement);
  say("operator", entity.operator);
  if (!entity.missed) {
    say("adds here", risk(entity.contribution));
    say("at most", `${risk(entity.importance)} in any document`);
  }
  const told = state.people?.values[entity.id];
  if (told) say("costs", told.now >= 0.05 ? share(told.now) : told.readable >= 0.05 ? `nothing now; readable ${share(told.readable)}` : "nothing: another value tells it");
  say("stands in", counted(entity.documents, "document"));
  const steps = make("p", undefined, "steps");
  if (!entity.missed) steps.append(button("mask", "Always mask", "m"), button("keep", "Keep readable", "u"));
  if (entity.decided) steps.append(button("undo", "Take back", "z"));
  box.replaceChildren(make("h2", entity.value), head, steps, list);
}

function button(action, label, key) {
  const one = make("button", label + " ");
  one.type = "button";
  one.id = "do-" + action;
  one.append(make("kbd", key));
  one.addEventListener("click", () => decide(action));
  return one;
}

// What no extractor found, and a person selects in the original.
function select() {
  const chosen = window.getSelection(), side = node => (node?.nodeType === 3 ? node.parentElement : node)?.closest?.(".side[data-side=original]");
  const text = chosen.toString().trim();
  if (chosen.isCollapsed || !text || !side(chosen.anchorNode) || side(chosen.anchorNode) !== side(chosen.focusNode) || text === state.missed) return;
  const types = make("select"), label = make("label", "what it is "), steps = make("p", undefined, "steps");
  types.id = "type";
  for (const [name, description] of Object.entries(state.types)) {
    const one = make("option", name.replaceAll("_", " ").toLowerCase() + (description ? `: ${description}` : ""));
    one.value = name;
    types.append(one);
  }
  types.value = $("type")?.value ?? Object.keys(state.types)[0];
  label.append(types);
  steps.append(button("mask", "Always mask", "m"));
  $("entity").replaceChildren(make("h2", text), make("p", "missed: looked for in all documents", "soft"), label, steps);
  state.missed = text;
  state.chosen = null;
}

const missed = trying(async () => {
  const { source_id, part } = state.document, opening = state.opening;
  const change = await ask("api/decide", { action: "mask", type: $("type").value, value: state.missed, source_id, part });
  drawChange(change);
  await redraw(source_id, opening, change.entity);
});

// The same document again, where it was, with an entity chosen.
async function redraw(source_id, opening, entity) {
  const one = await ask(address(source_id, state.document.part));
  if (opening !== state.opening) return;
  draw(one);
  window.getSelection().removeAllRanges();
  const mark = marks().find(found => found.dataset.entity === entity);
  if (mark) choose(mark);
  else $("entity").replaceChildren();
}

const decide = trying(async action => {
  if (action === "mask" && state.missed !== null) return missed();
  const entity = state.entities.get(state.chosen);
  if (!entity) return tell("Choose a marked value first: j and k.");
  const { source_id, part } = state.document;
  const change = await ask("api/decide", { action, entity: entity.id, source_id, part });
  if (entity.missed) {
    drawChange(change);
    return redraw(source_id, state.opening, null);
  }
  entity.decided = action === "undo" ? null : action;
  document.querySelectorAll("mark").forEach(mark => { if (mark.dataset.entity === entity.id) dress(mark, entity); });
  document.querySelectorAll("mark").forEach(mark => mark.classList.toggle("chosen", mark.dataset.entity === entity.id));
  drawChange(change);
  drawEntity(entity);
});

function drawChange(change) {
  const box = $("change"), list = make("dl"), { before, after } = change;
  const row = (term, was, is, shown, good = -1) => {
    const cell = make("dd"), better = Math.sign(is - was) * good;
    cell.append(`${shown(was)} → `, make("span", shown(is), better < 0 ? "worse" : better > 0 ? "better" : ""));
    list.append(make("dt", term), cell);
  };
  if (change.people) {
    drawPeople(change.people);
    row("people, this document", change.people.now, change.people.then, people, 1);
  }
  row("worst document", before.max_document_risk, after.max_document_risk, risk);
  row("documents over", before.documents_over_policy, after.documents_over_policy, String);
  row("worst chain", before.max_chain_risk, after.max_chain_risk, risk);
  row("chains over", before.chains_over_policy, after.chains_over_policy, String);
  if (before.people && after.people) {
    row("fewest people, document", before.people.fewest_in_a_document, after.people.fewest_in_a_document, people, 1);
    row("documents too few fit", before.people.documents_below, after.people.documents_below, String);
    row("fewest people, chain", before.people.fewest_in_a_chain, after.people.fewest_in_a_chain, people, 1);
    row("chains too few fit", before.people.chains_below, after.people.chains_below, String);
  }
  const parts = [make("h2", "If this is redacted"), make("p", `Written to ${state.policy}: ${change.mask} to mask, ${change.keep} to keep, ` +
    `${counted(change.accepted, "risk")} accepted. With all other masks as they are:`, "soft"), list];
  if (change.ineffective) parts.splice(1, 0, make("p", change.ineffective, "worse"));
  for (const [title, things] of [["come over their limit", change.opened], ["fall to their limit", change.closed]]) {
    if (!things.length) continue;
    const items = make("ul", undefined, "things");
    items.append(...things.map(one => make("li", `${(one.documents ?? [one.source_id]).join(" – ")}: ${risk(one.risk_before)} → ${risk(one.risk_after)}`)));
    parts.push(make("p", title, "soft"), items);
  }
  parts.push(make("p", `sanon redact --policy ${state.policy} applies it.`, "soft"));
  box.replaceChildren(...parts);
  box.hidden = false;
  tell(`written to ${state.policy}`);
}

function accepting(documents) {
  state.accepting = documents;
  $("accepting-what").textContent = documents.join(" – ");
  $("until").min = new Date().toISOString().slice(0, 10);
  $("accepting").showModal();
}
const accepted = trying(async () => {
  drawChange(await ask("api/decide", { action: "accept", source_id: state.document.source_id, part: state.document.part, documents: state.accepting, until: $("until").value, reason: $("reason").value }));
});

const search = trying(async () => {
  const words = $("search").value.trim();
  // A browser tells of one search by several events.
  if (words === state.words) return;
  state.words = words;
  const found = words ? new Set(await ask("api/search?words=" + encodeURIComponent(words))) : null;
  if (words !== state.words) return; // a later search was faster
  state.shown = found ? state.documents.filter(one => found.has(one.source_id)) : state.documents;
  listDocuments();
  if (state.shown.length) await open(0);
  $("found").textContent = found ? counted(state.shown.length, "document") : ""; // said last: what is on the page is what was found
});

const KEYS = {
  j: () => step(1), k: () => step(-1), m: () => decide("mask"), u: () => decide("keep"), z: () => decide("undo"),
  n: () => open(state.at + 1), p: () => open(state.at - 1), a: () => state.document && accepting([state.document.source_id]),
  "[": () => turn(-1), "]": () => turn(1), "/": () => $("search").focus(), "?": () => $("help").showModal(),
};
document.addEventListener("keydown", event => {
  if (event.key === "Escape" && event.target === $("search")) return event.target.blur();
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select") || document.querySelector("dialog[open]")) return;
  const act = KEYS[event.key];
  if (act) { event.preventDefault(); act(); }
});
document.addEventListener("selectionchange", select);
$("search").addEventListener("change", search);
$("search").addEventListener("search", search);
$("next").addEventListener("click", KEYS.n);
$("previous").addEventListener("click", KEYS.p);
$("later").addEventListener("click", KEYS["]"]);
$("earlier").addEventListener("click", KEYS["["]);
$("accept").addEventListener("click", KEYS.a);
$("show-help").addEventListener("click", KEYS["?"]);
$("accepting-no").addEventListener("click", () => $("accepting").close());
$("accepting-form").addEventListener("submit", accepted);

trying(async () => {
  const all = await ask("api/overview");
  state.documents = state.shown = all.documents;
  state.policy = all.policy_file;
  state.types = all.types;
  $("list").open = !window.matchMedia("(max-width: 44rem)").matches;
  const over = all.documents.filter(isOver).length;
  tell(`${counted(all.documents.length, "document")}, ${over} beyond their limits` + (all.pending ? `, ${all.pending} pending and not shown` : "") +
    `; decisions go into ${all.policy_file}`);
  listDocuments();
  await open(0);
})();
