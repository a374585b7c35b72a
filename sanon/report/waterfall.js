"use strict";
{
  const spec = JSON.parse(document.getElementById("waterfall-chart").textContent);
  // Expressions are interpreted: the page allows no script to make scripts.
  const parsed = vega.parse(spec, {}, { ast: true });
  new vega.View(parsed, { expr: vega.expressionInterpreter, renderer: "svg", container: "#waterfall", hover: true }).runAsync();
}
