// check: definition call use import
function one() {}
// ^ function one
function two() {}
// ^ function two
Object.assign(module.exports, { one, deux: two, three() { one(); } });
// ^ function three; use one -> module; use two -> module; call one -> three
Object.assign(exports, require("./b"));
// ^ import b.js
