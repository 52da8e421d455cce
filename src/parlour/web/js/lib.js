// @ts-check
/** What the other modules draw with: Preact, its hooks, and `html` for markup without a build step. */

import { h, render, Fragment } from "../vendor/preact.js";
import htm from "../vendor/htm.js";

export { h, render, Fragment };
export { useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useId } from "../vendor/hooks.js";
export const html = htm.bind(h);
