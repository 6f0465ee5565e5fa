"use strict";
// Everything works without this file: it signs in with the link of the first start, submits a choice at once,
// and lets pages follow changes.

const form = document.getElementById("sign-in");
function signInByLink() {
  if (!form || !location.hash.startsWith("#dnam_")) return;
  form.elements.token.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname); // the token stays in no history
  form.submit();
}
signInByLink();
addEventListener("hashchange", signInByLink); // the link was pasted into a tab that shows this page

if (document.body.dataset.next) location.replace(document.body.dataset.next);

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-submit]")) event.target.form.submit();
});

if (document.body.dataset.live) {
  const source = new EventSource(document.body.dataset.live);
  let last = 0;
  let timer;
  const follow = () => { // at most every two seconds, and always once more after the last change
    timer ??= setTimeout(() => {
      timer = undefined;
      last = Date.now();
      if (document.activeElement?.matches("input, textarea, select")) follow(); // not under somebody's fingers
      else document.body.dispatchEvent(new Event("memory-changed"));
    }, Math.max(0, last + 2000 - Date.now()));
  };
  source.addEventListener("ready", follow); // something may have changed before the stream was open
  source.addEventListener("changed", follow);
}
