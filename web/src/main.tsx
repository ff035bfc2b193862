import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { makeRouter } from '#app/router.tsx'
import { probeOnNetworkChange } from '#lib/connection.ts'
import '#app/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
probeOnNetworkChange()
const router = makeRouter()
// The prerendered markup stays until the first page is loaded. No top-level await: chunks that the router loads import this chunk, and
// would wait for it forever.
void router.load().then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
