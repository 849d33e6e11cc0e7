const price = require("./price");
//^ import price.js
function note() {
//^ function note
  price.free();
  //^ call price.js#free -> note
}
module.exports = { note, reset: () => note() };
//^ function reset
//^ call note -> reset
