// check: definition, call, use, import
import Shop from "./Shop.vue";
// ^ import Shop.vue

export function App() {
// ^ function App
  return <Shop />;
// ^ call Shop.vue#module -> App
}
