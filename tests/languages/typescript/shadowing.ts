// check: call
import { run } from "./elsewhere";
function run2() {}
class Box {
  run() {}
  run2() {}
}
function parameter(run: Box, run2) {
  run.run();
  //^ call Box.run -> parameter
  run2();
}
function local() {
  const run2 = new Box();
  //^ call Box -> local
  run2.run2();
  //^ call Box.run2 -> local
  {
    const run2 = () => 1;
    run2();
    //^ call local.run2 -> local
  }
  if (run2) {
    let item = new Box();
    //^ call Box -> local
    item.run();
    //^ call Box.run -> local
  }
}
function outside() {
  run2();
  //^ call run2 -> outside
  run();
  const text = "x";
  text.trim();
  console.log(text);
}
function trim() {}
var hoisted = new Box();
//^ call Box -> hoisted
function later() {
  hoisted.run();
  //^ call Box.run -> later
}
