/* Keeps an inspection on the phone while there is no signal, and sends it once. Without this file the form is sent as usual. */
(function () {
  "use strict";
  var form = document.getElementById("visit-form");
  if (!form || !window.fetch || !window.localStorage || !window.indexedDB) { return; }
  var signal = document.getElementById("signal"), problems = document.getElementById("field-errors");
  var key = "docket-visit " + form.dataset.keep, sending = false, photos = {};

  function say(kind, words) {
    signal.className = "signal signal-" + kind;
    signal.firstElementChild.textContent = words;
  }
  function stored() {
    try { return JSON.parse(localStorage.getItem(key) || "null"); } catch (broken) { return null; }
  }

  // ---- what was typed
  function answers() {
    var found = {};
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!field.name || field.type === "file" || field.name === "csrfmiddlewaretoken") { return; }
      if ((field.type === "radio" || field.type === "checkbox") && !field.checked) { return; }
      found[field.name] = field.value;
    });
    return found;
  }
  function keep(waits) {
    var before = stored() || {};
    var all = { fields: answers(), waits: waits === undefined ? Boolean(before.waits) : waits, at: Date.now() };
    try { localStorage.setItem(key, JSON.stringify(all)); return true; } catch (full) {
      say("none", "This phone has no room left to keep what you enter. Send it before you go on."); return false;
    }
  }
  function restore(all) {
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!field.name || field.type === "file" || field.name === "csrfmiddlewaretoken") { return; }
      var value = all.fields[field.name];
      if (field.type === "radio" || field.type === "checkbox") { field.checked = value !== undefined && value === field.value; }
      else if (value !== undefined) { field.value = value; }
    });
  }

  // ---- photographs, which are too large for the small store
  function store(work) {
    var open = indexedDB.open("docket-photos", 1);
    open.onupgradeneeded = function () { open.result.createObjectStore("visits"); };
    open.onsuccess = function () {
      var change = open.result.transaction("visits", "readwrite");
      change.oncomplete = change.onabort = function () { open.result.close(); };
      work(change.objectStore("visits"));
    };
  }
  function shots() {
    var many = Object.keys(photos).reduce(function (sum, name) { return sum + photos[name].length; }, 0);
    document.getElementById("kept-photos").textContent = many ? many + (many === 1 ? " photo" : " photos") + " kept on this phone." : "";
  }
  form.addEventListener("change", function (event) {
    if (event.target.type !== "file") { return; }
    photos[event.target.name] = Array.prototype.slice.call(event.target.files);
    store(function (visits) { visits.put(photos, key); });
    shots();
  });

  function forget() {
    localStorage.removeItem(key);
    store(function (visits) { visits.delete(key); });
  }

  // ---- sending it, once: the same token goes along however often it is tried
  function wait() {
    keep(true);
    say("none", "No signal. All you entered is kept on this phone and is sent once there is signal. Leave this page open.");
  }
  function complain(list) {
    problems.textContent = "";
    Object.keys(list).forEach(function (name) {
      list[name].forEach(function (error) {
        var line = document.createElement("p"), field = form.elements[name];
        line.className = "usa-error-message";
        line.textContent = (field && field.labels && field.labels[0] ? field.labels[0].textContent + ": " : "") + error.message;
        problems.appendChild(line);
      });
    });
    problems.scrollIntoView();
  }
  function send() {
    if (sending) { return; }
    if (navigator.onLine === false) { wait(); return; }
    sending = true;
    keep(true);
    say("ok", "Sending.");
    var whole = new FormData(form);
    Object.keys(photos).forEach(function (name) {
      whole.delete(name);
      photos[name].forEach(function (photo) { whole.append(name, photo, photo.name || "photo.jpg"); });
    });
    fetch(form.action || location.href, {
      method: "POST", body: whole, headers: { Accept: "application/json" }, credentials: "same-origin"
    }).then(function (answer) {
      var json = (answer.headers.get("Content-Type") || "").indexOf("application/json") === 0;
      if (answer.ok && json) { return answer.json().then(function (told) { forget(); location.assign(told.url); }); }
      sending = false;
      keep(false);
      if (answer.status === 422 && json) {
        return answer.json().then(function (told) { complain(told.errors); say("none", "Not recorded yet. Look at what is marked."); });
      }
      say("none", answer.redirected ? "Your sign-in has run out. Sign in again in another tab, then send this again; it is kept on this phone."
        : "The town's computer did not take it. It is kept on this phone; send it again.");
    }).catch(function () { sending = false; wait(); });
  }
  form.addEventListener("submit", function (event) { event.preventDefault(); event.stopPropagation(); send(); });
  form.addEventListener("input", function () { keep(); });
  window.addEventListener("online", function () {
    var all = stored();
    if (all && all.waits) { send(); } else { say("ok", "What you enter is kept on this phone until it is sent."); }
  });
  window.addEventListener("offline", function () {
    say("none", "No signal. All you enter is kept on this phone. It is sent once, when there is signal.");
  });

  // ---- coming back to a page that was left
  var left = stored();
  if (left && left.fields && !form.querySelector(".usa-error-message")) { restore(left); }
  store(function (visits) {
    var asked = visits.get(key);
    asked.onsuccess = function () {
      photos = asked.result || {};
      shots();
      if (left && left.waits) { send(); }
    };
  });
})();
