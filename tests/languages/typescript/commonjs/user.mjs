import all, { note } from "./all.js";
//^ import all.js
import { add } from "./price.js";
//^ import price.js
note();
//^ call all.js#note -> module
all.reset();
//^ call all.js#reset -> module
add(1);
//^ call price.js#add -> module
