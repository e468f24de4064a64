import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiError } from './api/api-error.ts'
import { isMissingCode, watchMissingCode } from './api/missing-code.ts'
import { createQueryClient } from './query-client.ts'
import { createAppRouter } from './router.ts'
import './styles.css'

watchMissingCode()
const queryClient = createQueryClient()
const router = createAppRouter(queryClient)

createRoot(document.getElementById('root')!, {
  // Screens show errors of the server themselves; only errors in the page's own code belong in the console.
  onCaughtError: (error) => {
    if (!isApiError(error) && !isMissingCode(error)) console.error(error)
  },
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
