// check: call, import, external
import { now } from "@core/clock";
//^ import src/core/clock.ts
import { now as later } from "~/core/clock";
//^ import src/core/clock.ts
import { pad } from "ui/pad";
//^ import src/ui/pad.ts
import { debounce } from "lodash";
//^ import external:javascript/lodash
import map from "lodash/map";
//^ import external:javascript/lodash/map
import { Thing } from "@scope/pkg/sub";
//^ import external:javascript/@scope/pkg/sub
import { readFile } from "node:fs";
//^ import external:javascript/fs

pad(now() + later());
//^ call src/core/clock.ts#now -> module; call src/ui/pad.ts#pad -> module
debounce(now);
//^ call external:javascript/lodash#debounce -> module
map([]);
//^ call external:javascript/lodash/map -> module
new Thing().run();
//^ call external:javascript/@scope/pkg/sub#Thing -> module
readFile("x");
//^ call external:javascript/fs#readFile -> module
