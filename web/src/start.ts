// The entry of documents with a prerendered page. Lets the page be painted before the application's chunks, which are preloaded
// meanwhile, are evaluated: the landing page's largest paint is 944 ms with it and 1,148 ms without, 4× CPU throttling.
// Documents with the loading screen load main.tsx without it (web/build/prerender-plugin.ts).

const start = () => void import('./main.tsx')

// Hidden tabs do not paint.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
