const price = require("./price");
//^ import price.js
function note() {
//^ function note
  price.free();
  //^ call price.js#free -> note
}
module.exports = { note, reset: () => note() };
//^ method reset
//^ call note -> reset
