declare module "virtual:icons" {
  const paths: Record<string, string>;
  export default paths;
}

declare module "virtual:translated" {
  const per_cent: Record<string, number>;
  export default per_cent;
}

declare module "virtual:letters" {
  const plain: Record<string, string>;
  export default plain;
}
