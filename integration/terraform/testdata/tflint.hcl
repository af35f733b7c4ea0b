plugin "terraform" {
  enabled = true
  preset  = "all"
}

# A proposal has one main.tf: the contract names its files.
rule "terraform_standard_module_structure" {
  enabled = false
}
