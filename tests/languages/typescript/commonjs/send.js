module.exports = function send(n) {
//^ function send
  const price = require("./price");
  //^ import price.js
  return price.add(n);
  //^ call price.js#add -> send
};
