// Starts the pages. The document came with a picture of the page in it; the page itself takes its place when it is whole.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { makeRouter } from '#app/router.tsx'
import { watchConnection } from '#lib/connection.ts'
import '#app/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
watchConnection()
const router = makeRouter()
// Not awaited here: this module comes in one file with others that the router is about to fetch.
void router.load().then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
