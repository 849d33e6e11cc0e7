// What the page does beyond its links and forms: offers while somebody types, explanations beside the drawing, jobs as they change.

const $ = (selector) => document.querySelector(selector);

async function fetched(url, signal) {
  const answer = await fetch(url, { signal, headers: { accept: "text/html" } });
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

function search(box, list) {
  let waiting = 0;
  let running = new AbortController();
  let chosen = -1;
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-expanded", "false");

  const options = () => [...list.children];
  function show(isShown) {
    list.hidden = !isShown;
    box.setAttribute("aria-expanded", String(isShown));
    if (!isShown) choose(-1);
  }
  function choose(place) {
    chosen = place;
    options().forEach((option, number) => option.setAttribute("aria-selected", String(number === place)));
    const option = options()[place];
    if (option) {
      box.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      box.removeAttribute("aria-activedescendant");
    }
  }
  async function offer() {
    running.abort();
    running = new AbortController();
    const asked = box.value.trim();
    if (!asked) return show(false);
    try {
      const found = await fetched(`${box.dataset.offers}?q=${encodeURIComponent(asked)}`, running.signal);
      if (!found) return show(false);
      list.replaceChildren(...found.querySelectorAll("li"));
      show(list.children.length > 0 && document.activeElement === box);
    } catch (error) {
      if (error.name !== "AbortError") throw error;
    }
  }
  box.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(offer, 120);
  });
  box.addEventListener("keydown", (event) => {
    const count = list.hidden ? 0 : options().length;
    if (event.key === "Escape") show(false);
    else if (event.key === "ArrowDown" && count) choose((chosen + 1) % count);
    else if (event.key === "ArrowUp" && count) choose((chosen - 1 + count) % count);
    else if (event.key === "Enter" && chosen >= 0 && count) options()[chosen].querySelector("a").click();
    else return;
    event.preventDefault();
  });
  box.addEventListener("blur", () => setTimeout(() => show(false), 150));
}

function isTyping(target) {
  return target.closest("input, textarea, select, [contenteditable]") !== null;
}

function keys(box) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "/") {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "j" || event.key === "k") {
      const hits = [...document.querySelectorAll(".hit-link")];
      const now = hits.indexOf(document.activeElement);
      const next = hits[Math.min(Math.max(now + (event.key === "j" ? 1 : -1), 0), hits.length - 1)];
      if (next) next.focus();
    }
  });
}

function explanations(panel) {
  let opener = null;
  function close() {
    panel.hidden = true;
    panel.replaceChildren();
    if (opener) opener.focus();
  }
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a");
    const url = link && (link.href.baseVal ?? link.href);
    if (!url || event.ctrlKey || event.metaKey || event.shiftKey || panel.contains(link)) return;
    const address = new URL(url, location.href);
    if (address.pathname !== "/why" || address.origin !== location.origin) return;
    event.preventDefault();
    opener = link;
    const found = await fetched(address.href).catch(() => null);
    const told = found && found.querySelector("#explanation, main");
    if (!told) return void (location.href = address.href);
    const button = document.createElement("button");
    button.className = "close";
    button.textContent = "Close";
    button.addEventListener("click", close);
    told.removeAttribute("id");
    panel.replaceChildren(button, told);
    panel.hidden = false;
    button.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden) close();
  });
}

function jobs(place) {
  const events = new EventSource(place.dataset.events);
  events.addEventListener("jobs", (event) => {
    if (place.contains(document.activeElement) && document.activeElement.closest("button")) return;
    const found = new DOMParser().parseFromString(JSON.parse(event.data), "text/html");
    place.replaceChildren(...found.body.children);
    if (!place.querySelector(".state-queued, .state-running")) renew();
  });
  addEventListener("pagehide", () => events.close());
}

// What jobs have changed is told anew when the last one has ended, be it before the first event.
async function renew() {
  const found = await fetched(location.pathname).catch(() => null);
  const told = found && found.querySelector("#sources");
  if (told && !$("#sources").contains(document.activeElement)) $("#sources").replaceWith(told);
}

// Parts that take a while come after the rest.
async function load(place) {
  const found = await fetched(place.dataset.load).catch(() => null);
  const told = found && found.querySelector("main > .home");
  if (told) place.replaceChildren(...told.childNodes);
}

const box = $("#q");
search(box, $("#offers"));
keys(box);
explanations($("#panel"));
if ($("#jobs")) jobs($("#jobs"));
document.querySelectorAll("[data-load]").forEach(load);
