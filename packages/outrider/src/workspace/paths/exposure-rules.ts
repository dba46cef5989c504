/** One kind of secret and the names of its files. */
export interface SecretNames {
  /** What the files hold, in a few words. */
  readonly what: string;
  /** "denied": nobody reads them; "masked": their keys are useful and shown, their values are not. */
  readonly exposure: "denied" | "masked";
  /**
   * Compared case-insensitively at every depth. A trailing "/" means a directory and everything below it, "*" any part of
   * a name, two of them with a slash any directories, "{a,b}" either. Endings of copies, such as `.bak`, need no rows.
   */
  readonly names: readonly string[];
}

/** Add a row for a new tool, or a name to its kind; `secret-words.ts` covers what is named plainly, such as `db-password.txt`. */
export const secretNames: readonly SecretNames[] = [
  {
    what: "SSH keys and hosts",
    exposure: "denied",
    names: [
      ".ssh/",
      "id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk,xmss}",
      "id_{rsa,dsa,ecdsa,ed25519}{-,_,.}*",
      "ssh_host_*_key",
      "*deploy{_,-}{key,rsa,ed25519}",
      "*.ppk",
    ],
  },
  {
    what: "private keys, certificates with keys, keystores",
    exposure: "denied",
    names: [
      "*.{pem,key,p8,p12,pfx,pkcs12,pvk,snk,jks,jceks,bks,keystore,keytab,kdb,kdbx,agilekeychain,opvault,1pux}",
      "*.{mobileprovision,provisionprofile,keychain,keychain-db,keyring,ewallet,sso}",
      "keychains/",
      "private.asc",
      "*secret*.{asc,gpg}",
      "secring.gpg",
      "krb5cc_*",
    ],
  },
  {
    what: "GnuPG, pass, age and sops",
    exposure: "denied",
    names: [".gnupg/", ".password-store/", "sops/age/", "keys.age", "age-key*.txt"],
  },
  {
    what: "cloud accounts",
    exposure: "denied",
    names: [
      ".aws/{credentials,config}",
      ".aws/{cli,sso}/",
      "{.boto,.s3cfg,.passwd-s3fs,.bigqueryrc,.databrickscfg}",
      "{accesskeys,rootkey,*_accesskeys,*_credentials}.csv",
      ".config/gcloud/",
      "application_default_credentials.json",
      "client_secret*.json",
      "*service{-,_,}account*.json",
      "*firebase-adminsdk*.json",
      "*{gcp,gcloud,google}*{key,credentials}.json",
      ".azure/",
      "{azureauth,accesstokens,msal_token_cache}.json",
      "msal_token_cache.bin",
      "*.{publishsettings,azureprofile}",
      "{.oci,.ibmcloud,.bluemix,.aliyun,.tccli,.fly,.snowsql,.ovhcloud}/{config,config.json,config.yml,credentials}",
      ".oci/sessions/",
      ".config/{doctl,hcloud,scw,exoscale,civo,vultr-cli}/*.{yaml,yml,toml}",
      "{.config/linode-cli,.civo.json,.vultr-cli.yaml,.ovh.conf}",
      "rclone.conf",
      ".snowflake/{connections,config}.toml",
    ],
  },
  {
    what: "hosting and services with a command line",
    exposure: "denied",
    names: [
      "{.config/heroku,.config/netlify,.netlify,.config/vercel,.vercel,com.vercel.cli,.config/configstore}/*.json",
      "{.config/.wrangler,.wrangler}/config/",
      ".config/{heroku/credentials,hub}",
      ".config/{gh,glab-cli,stripe,railway,supabase,op,flyctl,sops,ngrok,turso,neonctl}/*.{yml,yaml,toml,json}",
      ".config/op/config",
      "{.ngrok2,.supabase,.railway,.twilio-cli,.jfrog,.pulumi,.okta}/{config,credentials,access-token,*.json,*.yml,*.yaml,*.conf*}",
      "{.sentryclirc,.circleci/cli.yml,.travis/*rsa*,.terraformrc,terraform.rc}",
      "*.tfrc.json",
      ".vault-token",
    ],
  },
  {
    what: "containers and clusters",
    exposure: "denied",
    names: [
      ".kube/{config,*.config,*.yaml,*.yml}",
      ".kube/config-*",
      "{*.kubeconfig,kubeconfig.yaml,kubeconfig.yml,kubeconfig.json}",
      "{etc/kubernetes,pki}/*.conf",
      "{k3s.yaml,admin.conf}",
      ".docker/{config.json,key.json}",
      ".docker/{daemon,contexts}/**/key.json",
      ".dockercfg",
      "containers/auth.json",
    ],
  },
  {
    what: "infrastructure as code",
    exposure: "denied",
    names: [
      "*.{tfstate,tfstate.backup}",
      "*.tfstate.*.backup",
      "encrypted_data_bag_secret",
      ".chef/{knife.rb,credentials}",
    ],
  },
  {
    what: "package managers",
    exposure: "denied",
    names: [
      "{.cargo,.gem,.sbt,.ivy2,.hex,.hackage,.bintray,.mc,.nimble}/{credentials,credentials.toml,.credentials,hex.config}",
      "{.pypirc,.pip/pip.conf,pip/pip.conf,pip/pip.ini,.condarc}",
      "pypoetry/auth.toml",
      ".composer/auth.json",
      ".m2/{settings.xml,settings-security.xml}",
    ],
  },
  {
    what: "logins of protocols and servers",
    exposure: "denied",
    names: [
      "{.netrc,_netrc,.authinfo,.authinfo.gpg,.git-credentials,.gitcookies,git/credentials}",
      "{.htpasswd,.htdigest}",
      "{etc/shadow,etc/shadow-,etc/gshadow,etc/gshadow-,etc/master.passwd,etc/security/passwd}",
      "{chap,pap}-secrets",
      "ipsec.secrets",
      "{wpa_supplicant.conf,*.nmconnection}",
      "wg{0,1,2,3}.conf",
      "wireguard/**/*.conf",
      "*.ovpn",
      "auth-user-pass*",
      "{.msmtprc,.fetchmailrc,.getmailrc,.smbcredentials,.smbcred,smbpasswd,sasl_passwd,sasl_passwd.db,passwd.client,passwd.db}",
      "{.vnc,.x11vnc,.mutt}/{passwd,password,passwords}",
      "{.xauthority,.iceauthority}",
      "*.{rdg,rdp}",
      "rdcman.settings",
      "{filezilla,sitemanager,recentservers}.xml",
      "{sftp-config.json,.vscode/sftp.json,.ftpconfig,.remote-sync.json,.ftppass,winscp.ini}",
      "{unattend,unattended,autounattend}.xml",
      "sysprep.{inf,xml}",
    ],
  },
  {
    what: "databases",
    exposure: "denied",
    names: [
      "{.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf,.dbshell,.rediscli_auth,.pg_service.conf,.mongorc.js}",
      "{cwallet.sso,ewallet.p12,robomongo.json}",
      ".dbeaver/*.json",
      "{credentials-config.json,.idea/datasources.local.xml,.idea/webservers.xml,webservers.xml}",
    ],
  },
  {
    what: "settings of applications with passwords in code",
    exposure: "denied",
    names: ["wp-config.php", "localsettings.php", "connectionstrings.config", "*.pubxml.user"],
  },
  {
    what: "browsers, password managers and wallets",
    exposure: "denied",
    names: [
      "{login data,login data for account,web data,local state,cookies.sqlite,logins.json,signons.sqlite}",
      "{default,profile *}/cookies",
      "key{3,4}.db",
      "cookies.txt",
      "{bitwarden*,1password*,lastpass*,dashlane*,keepass*}.{json,csv,xml}",
      ".config/bitwarden*/*.json",
      ".local/share/keyrings/",
      "{wallet.dat,mnemonic.txt}",
      "seed{-,_,}phrase*",
      "recovery{-,_}{codes,phrase,key}*",
      "keystore/utc--*",
      "solana/id.json",
    ],
  },
  {
    what: "agents and models",
    exposure: "denied",
    names: [
      ".credentials.json",
      ".claude.json",
      "{.codex,share/opencode,.gemini,.qwen,.config/amp}/{auth,oauth_creds,google_accounts,secrets}.json",
      "github-copilot/{hosts,apps,oauth}.json",
      "{.openai,.anthropic,.mistral,.groq}/*",
      "{.huggingface,huggingface}/{token,stored_tokens}",
      "kaggle.json",
    ],
  },
  {
    what: "histories of what was typed",
    exposure: "denied",
    names: [
      ".{bash,zsh,sh,ksh,python,node_repl,psql,mysql,sqlite,rediscli,irb,pry,ts_node,duckdb,mongo}_history",
      "{.history,.histfile,.lesshst,.viminfo,fish_history,atuin/history.db,consolehost_history.txt}",
    ],
  },
  {
    what: "credentials in general",
    exposure: "denied",
    names: ["credentials.json", "credentials.xml", "token.pickle", "hudson.util.secret"],
  },
  {
    what: "environment variables",
    exposure: "masked",
    names: [
      "{.env,.envrc,.flaskenv,.dev.vars}",
      "{.env,.dev.vars,.envrc}.*",
      ".env{-,_}{prod,production,staging,stage,dev,development,local,live,test,ci,qa,uat}",
      "*.env",
    ],
  },
  { what: "variables of Terraform", exposure: "masked", names: ["*.tfvars", "*.tfvars.json"] },
  {
    what: "settings that usually hold tokens",
    exposure: "masked",
    names: [
      "kubeconfig",
      "{.npmrc,.yarnrc,.yarnrc.yml,.bundle/config,.gradle/gradle.properties,nuget.config}",
      "{local,key,keystore,signing}.properties",
      "{local.settings,appsettings.production,appsettings.staging,appsettings.local}.json",
      "{auth,token,oauth_token}.json",
      ".dbt/profiles.yml",
    ],
  },
  // URLs of remotes may contain a token.
  { what: "remotes of git", exposure: "masked", names: [".git/**/config", ".git/**/config.worktree", ".gitconfig"] },
];

/** Made to be shared: public halves of keys, and files that show what a secret file should contain. */
export const publicNames: readonly string[] = [
  "*.pub",
  "{public,pubkey,publickey}*.pem",
  "{fullchain,chain,cacert,cacerts,ca-bundle,ca-certificates}.pem",
  "*.{example,sample,template,tmpl,tpl,dist,defaults,schema,j2,erb,gotmpl,hbs}",
  "*{.,-,_}{example,sample,template,schema,dist}.{json,yml,yaml,toml,env,tfvars,properties,ini,cfg,conf,txt,csv,xml,local}",
  "{example,sample,template}.{env,tfvars}",
];
