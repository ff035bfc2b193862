// The first script in the documents of pages that need a session: requests the page's first data while the application's chunks are still
// loading. A classic script in one file, because a module script would wait for its imports, and Chromium would delay it until the first
// paint.

import { prefetchFirstReads } from '#app/first-reads.ts'
import { startPrefetch } from '#lib/prefetched-responses.ts'

startPrefetch(() => prefetchFirstReads(location))
