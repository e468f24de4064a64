@rem The shell of Windows lacks `exec`, with which the scripts of package.json begin, and looks for commands here.
@%*
