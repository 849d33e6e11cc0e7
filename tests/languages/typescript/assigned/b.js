// check: definition call use import
exports.four = function () {};
// ^ function four
Object.defineProperty(exports, "__esModule", { value: true });
Object.defineProperty(exports, "seven", { enumerable: true, get: function () { return seven; } });
// ^ use seven -> module
Object.defineProperty(exports, "eight", { value: eight });
// ^ use eight -> module
function seven() {}
// ^ function seven
function eight() {}
// ^ function eight
