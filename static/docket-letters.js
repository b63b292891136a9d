/* Work in the background (letters being made, cases being read): looks again every few seconds. Without script the page has a link that does the same. */
(function () {
  "use strict";
  function again() {
    var here = document.querySelector("[data-again]");
    if (!here) { return; }
    fetch(window.location.href, { credentials: "same-origin" }).then(function (answer) {
      return answer.ok ? answer.text() : "";
    }).then(function (text) {
      var fresh = text && new DOMParser().parseFromString(text, "text/html").getElementById(here.id);
      if (!fresh) { return; }
      // When they are made, the whole page says what comes next.
      if (!fresh.dataset.again) { window.location.reload(); return; }
      if (!here.contains(document.activeElement)) { here.innerHTML = fresh.innerHTML; }
      window.setTimeout(again, 3000);
    }).catch(function () { window.setTimeout(again, 15000); });
  }
  window.setTimeout(again, 3000);
})();
