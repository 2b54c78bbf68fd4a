/** How components reach the state and the actions: through the context, so that the preview can put others in. */

import { getContext, setContext } from "svelte";
import type { Actions, State } from "../state";

export interface Client {
  readonly state: State;
  readonly actions: Actions;
}

const KEY = Symbol("client");

export function provideClient(client: Client): void {
  setContext(KEY, client);
}

export function useClient(): Client {
  return getContext<Client>(KEY);
}
