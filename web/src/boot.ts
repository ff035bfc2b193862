// Lets the document that came with its markup be seen before the scripts take the processor. They are on their way
// meanwhile: the document names them.

const start = () => void import('./main.tsx')

// A hidden tab paints nothing, and then there is nothing to wait for.
if (document.hidden) start()
else requestAnimationFrame(() => setTimeout(start))
