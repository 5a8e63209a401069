/** Reads the tab from the address; the first tab needs none. An unknown one is ignored. */
export const tabSearch =
  <const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) =>
  ({ tab }: Record<string, unknown>): { tab?: Tab } => {
    const found = tabs.find((each) => each === tab);
    return found === undefined || found === tabs[0] ? {} : { tab: found };
  };
