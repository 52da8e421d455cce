// @ts-check
/** What this browser keeps about how the page looks and sounds; every part that uses it hears of a change. */

import { useEffect, useState } from "./lib.js";

/** @typedef {{theme: "auto" | "light" | "dark" | "contrast", sound: boolean, motion: boolean}} Settings */

const PLACE = "parlour.settings";
export const THEMES = /** @type {Settings["theme"][]} */ (["auto", "light", "dark", "contrast"]);
/** @type {Settings} */
const PLAIN = { theme: "auto", sound: true, motion: true };
const listeners = new Set(/** @type {(() => void)[]} */ ([]));
let settings = { ...PLAIN, ...kept() };
show();
addEventListener("storage", (event) => {
  if (event.key === PLACE) tell({ ...PLAIN, ...kept() }); // changed in another tab
});

function kept() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) || "{}");
  } catch {
    return {};
  }
}

function show() {
  const root = document.documentElement;
  if (THEMES.includes(settings.theme) && settings.theme !== "auto") root.dataset.theme = settings.theme;
  else delete root.dataset.theme;
  if (settings.motion) delete root.dataset.motion;
  else root.dataset.motion = "off";
}

/** @param {Settings} next */
function tell(next) {
  settings = next;
  show();
  for (const heard of listeners) heard();
}

/** The settings as they are now. @returns {Settings} */
export const current = () => settings;

/** Whether things may move: by the setting, and by what the system asks for. */
export const moving = () => settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Change some of them, and keep that. @param {Partial<Settings>} some */
export function change(some) {
  const next = { ...settings, ...some };
  try {
    localStorage.setItem(PLACE, JSON.stringify(next));
  } catch { /* private browsing: it holds until the page is closed */ }
  tell(next);
}

/** The settings; what uses them is drawn again when they change. @returns {Settings} */
export function useSettings() {
  const [, again] = useState(0);
  useEffect(() => {
    const heard = () => again((count) => count + 1);
    listeners.add(heard);
    return () => void listeners.delete(heard);
  }, []);
  return settings;
}
