// check: definition call use import
const a = require("./a");
// ^ import a.js
module.exports = Object.assign({}, a, { nine });
// ^ use nine -> module
function nine() {}
// ^ function nine
