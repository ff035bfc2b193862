/**
 * Imports a module that may have failed before. Many browsers, Chromium 150 for example, keep the failure of a module until the page is
 * loaded again (https://github.com/whatwg/html/issues/6768), so a second attempt needs another address. The error names the address,
 * except in WebKit.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((error: unknown) => {
    const [address] = /https?:\S+\.m?js/.exec(String(error)) ?? []
    return address === undefined ? load() : import(/* @vite-ignore */ `${address}?retry=${Date.now()}`)
  })
}
