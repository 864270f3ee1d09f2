/** What a service worker has around it (TypeScript's library for it cannot be loaded beside that of pages). */

export interface Late extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
export interface Fetch extends Late {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
export interface Pushed extends Late {
  data: { json: () => unknown } | null;
}
export interface Renewed extends Late {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}
export interface Clicked extends Late {
  notification: Notification;
}
export interface Window_ {
  url: string;
  visibilityState: string;
  focus: () => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
}
export interface WorkerScope {
  location: Location;
  addEventListener: <E extends Event>(kind: string, hear: (event: E) => void) => void;
  skipWaiting: () => Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: {
    claim: () => Promise<void>;
    matchAll: (of: { type: "window"; includeUncontrolled: boolean }) => Promise<Window_[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
}
