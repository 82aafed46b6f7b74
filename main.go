// Command mem keeps the long-term memory of agents and people as plain markdown in git.
package main

func main() {}
