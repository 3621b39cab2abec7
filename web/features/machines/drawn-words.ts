// What the drawing of a machine says.

export const words = {
  drawnHint:
    'Each number says how many cores share a last-level cache. Caches, nodes and sockets may differ from each other.',
  drawing: 'the drawing',
  cache: 'cache',
  aNode: 'node',
  aSocket: 'socket',
  coresOf: (cache: number) => `Cores of cache ${cache}`,
  moreCaches: (node: number) => `Add a cache to node ${node}`,
  moreNodes: (socket: number) => `Add a node to socket ${socket}`,
  moreSockets: 'Add a socket',
  lessCache: (cache: number) => `Remove cache ${cache}`,
  lessNode: (node: number) => `Remove node ${node}`,
  lessSocket: (socket: number) => `Remove socket ${socket}`,
} as const;
