// check: definition, call, use, import
import { createApp } from "vue";
import Shop, { LIMIT } from "./Shop.vue";
// ^ import Shop.vue

createApp(Shop).mount("#app");
// ^ use Shop.vue#module -> module
export const limit = LIMIT;
// ^ constant limit; use Shop.vue#LIMIT -> limit
