// Lets the page that came with its document be seen before the scripts take the processor. They are on their way
// meanwhile: the document names them.

const start = () => void import('./main.tsx')

// A wait is not worth waiting for: where nothing else came, the page itself is the sooner there. It is seen all the same
// while the scripts travel. And a hidden tab paints nothing.
const isPage = document.querySelector('#root > [data-wait]') === null
if (isPage && !document.hidden) requestAnimationFrame(() => setTimeout(start))
else start()
