// check: definition, call, guess
// No page has this script beside the others.
function lost() {
// ^ function lost
  show("x");
// ^ guess view.js#show -> lost
}
