// @ts-check
/* Turns the sources above into modules, and shows the cell. MODULES come in the order in which they can be loaded. */

/* global MODULES, STYLE */

/** Load all modules anew: each cell has its own, for they know to whom they speak. */
async function load() {
  const urls = {};
  for (const [name, source] of MODULES) {
    const text = source.replace(/"parlour:([^"]+)"/g, (_, other) => JSON.stringify(urls[other]));
    urls[name] = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  }
  try {
    return await import(/* @vite-ignore */ urls[MODULES[MODULES.length - 1][0]]);
  } finally {
    for (const url of Object.values(urls)) URL.revokeObjectURL(url);
  }
}

export default {
  async render({ model, el }) {
    const { show } = await load();
    return show(model, el, STYLE);
  },
};
