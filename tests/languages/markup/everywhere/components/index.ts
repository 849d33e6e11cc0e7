export { default as Foot } from "../lib/PageFoot.vue";
// ^ import lib/PageFoot.vue
