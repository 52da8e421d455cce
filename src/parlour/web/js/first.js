// @ts-check
/** Runs before anything is painted: the theme that was chosen, so that the page does not flash in another. */

(() => {
  try {
    const kept = JSON.parse(localStorage.getItem("parlour.settings") || "{}");
    const root = document.documentElement;
    if (["light", "dark", "contrast"].includes(kept.theme)) root.dataset.theme = kept.theme;
    if (kept.motion === false) root.dataset.motion = "off";
  } catch { /* nothing is kept, or nothing may be: the system's own look */ }
})();
