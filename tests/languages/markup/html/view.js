function show(text) {
// ^ function show
  save();
// ^ call app.js#save -> show
}
