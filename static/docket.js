/* Small comforts for people with script; every page works without this file. */
(function () {
  "use strict";
  // The error summary takes the focus, also where the browser ignores autofocus.
  var errors = document.getElementById("errors");
  if (errors) { errors.focus(); }
  // A link in the summary goes to its field and puts the cursor there.
  document.addEventListener("click", function (event) {
    var link = event.target.closest ? event.target.closest(".docket-errors a[href^='#']") : null;
    var field = link && document.getElementById(link.hash.slice(1));
    if (field) {
      event.preventDefault();
      (field.closest(".usa-form-group") || field).scrollIntoView();
      field.focus({ preventScroll: true });
    }
  });
  // A second click on the same button sends nothing twice; going back makes the button usable again.
  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (form.method !== "post") { return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "yes";
  });
  window.addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-sent]").forEach(function (form) { delete form.dataset.sent; });
  });
  // Reasons that are folded away are printed too.
  window.addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open])").forEach(function (fold) {
      fold.open = true; fold.dataset.folded = "yes";
    });
  });
  window.addEventListener("afterprint", function () {
    document.querySelectorAll("details[data-folded]").forEach(function (fold) {
      fold.open = false; delete fold.dataset.folded;
    });
  });
})();
