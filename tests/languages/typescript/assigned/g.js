// check: definition call use import
var __exportStar = function () {};
// ^ function __exportStar
__exportStar(require("./b"), exports);
// ^ import b.js; call __exportStar -> module
