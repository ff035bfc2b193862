// Starts the pages.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from '@tanstack/react-router'
import { router } from '#app/router.tsx'
import { watchConnection } from '#lib/connection.ts'
import '#app/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
watchConnection()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
