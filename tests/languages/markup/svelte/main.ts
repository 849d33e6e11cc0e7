// check: definition, call, use, import
import App from "./App.svelte";
// ^ import App.svelte

const app = new App({ target: document.body });
// ^ constant app; call App.svelte#module -> app
export default app;
