// Runs as soon as a signed-in page's document is there, long before the page: asks for what it will read.

import { readEarly } from '#api/early-reads.ts'
import { beginEarly } from '#lib/early-answers.ts'

beginEarly(() => readEarly(location.pathname))
