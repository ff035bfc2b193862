// Town suggestions from the Google Places library, whose script is loaded on first use.

type Suggestion = { placePrediction: { text: { text: string } } | null }
type PlacesLibrary = {
  AutocompleteSessionToken: new () => object
  AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: object): Promise<{ suggestions: Suggestion[] }>
  }
}
type Maps = { importLibrary(name: 'places'): Promise<PlacesLibrary> }
type MapsWindow = typeof globalThis & { google?: { maps?: Maps }; gafferMapsReady?: () => void }

export type MapsAccess = { key: string; url: string }
/** Towns that match the typed text. Rejects when the service fails. */
export type TownSearch = (typed: string) => Promise<string[]>

const maxTownsShown = 5
let loadPromise: Promise<TownSearch> | null = null

/** Loads the library once; after a failure the next call retries. */
export function loadTownSearch(access: MapsAccess): Promise<TownSearch> {
  loadPromise ??= withRetries(() => loadScript(access))
    .then(async (maps) => makeTownSearch(await maps.importLibrary('places')))
    .catch((error: unknown) => {
      loadPromise = null
      throw error
    })
  return loadPromise
}

function makeTownSearch({ AutocompleteSessionToken, AutocompleteSuggestion }: PlacesLibrary): TownSearch {
  const sessionToken = new AutocompleteSessionToken()
  return async (input) => {
    const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input,
      sessionToken,
      includedPrimaryTypes: ['(cities)'],
      language: 'en-GB',
      region: 'gb',
    })
    const names = suggestions.map(({ placePrediction }) => placePrediction?.text.text ?? '')
    return names.filter((name) => name !== '').slice(0, maxTownsShown)
  }
}

function loadScript({ key, url }: MapsAccess): Promise<Maps> {
  const page = globalThis as MapsWindow
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const query = { key, libraries: 'places', loading: 'async', language: 'en-GB', callback: 'gafferMapsReady' }
    page.gafferMapsReady = () => {
      const maps = page.google?.maps
      if (maps) resolve(maps)
      else reject(new Error('The maps script came without its maps'))
    }
    script.src = `${url}/maps/api/js?${new URLSearchParams(query)}`
    script.async = true
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('The maps script did not load'))
    })
    document.head.append(script)
  })
}

const maxRetries = 3

/** Milliseconds before retry number `attempt`, from 1. */
function retryDelayMsOf(attempt: number): number {
  return attempt * 2 ** attempt
}

/** Retries `act` with the specification's back-off of 34 ms in all. Resolves to the first success; rejects with the last error. */
export async function withRetries<T>(act: () => Promise<T>, wait: (ms: number) => Promise<void> = sleep): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act()
    } catch (error) {
      if (attempt > maxRetries) throw error
      await wait(retryDelayMsOf(attempt))
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
