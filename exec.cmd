@rem The shell of Windows lacks `exec`, with which the scripts of package.json begin, and looks for commands here. It runs
@rem no launch.sh either, whose settings are for Linux.
@if "%~1"=="./launch.sh" (node --require ./src/server/require-node.cjs %2 %3 %4 %5 %6 %7 %8 %9) else (%*)
