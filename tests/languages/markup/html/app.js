function save() {
// ^ function save
  show("saved");
// ^ call view.js#show -> save
}
