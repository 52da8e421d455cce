// @ts-check
/** A cell keeps no settings: whether things may move is what the system asks for. */

export const moving = () => !matchMedia("(prefers-reduced-motion: reduce)").matches;
