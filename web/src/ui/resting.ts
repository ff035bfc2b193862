// Whether what sends something rests for now. Pages say so to the buttons beneath them; why is their business.

import { createContext } from 'react'

export const Resting = createContext(false)
